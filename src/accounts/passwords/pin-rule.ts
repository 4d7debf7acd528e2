const PIN = /^[0-9]{4,8}$/;

/** docs/home.md, "Stations": why a PIN is refused; undefined for a good one. */
export function pinComplaint(pin: string): string | undefined {
  if (!PIN.test(pin)) return 'must be 4 to 8 digits';
  const steps = new Set([...pin].slice(1).map((digit, i) => Number(digit) - Number(pin[i])));
  const [step] = steps;
  if (steps.size > 1 || step === undefined) return undefined;
  if (step === 0) return 'must not be one digit repeated';
  return Math.abs(step) === 1 ? 'must not be a rising or falling sequence of digits' : undefined;
}
