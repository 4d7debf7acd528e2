import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { station as text } from '../text/en/station.ts';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const LEAST = 4;
const MOST = 8;

/** Digits for a finger; a keyboard works as well. */
export function PinPad({
  label,
  onEnter,
}: {
  readonly label: string;
  readonly onEnter: (pin: string) => Promise<void>;
}) {
  const [pin, setPin] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const add = (digit: string) => setPin((before) => (before + digit).slice(0, MOST));
  return (
    <form
      class="pin-pad"
      onSubmit={async (event) => {
        event.preventDefault();
        if (pin.length >= LEAST) await onEnter(pin);
      }}
    >
      <label>
        {label}
        <input
          ref={input}
          type="password"
          // No keyboard of the tablet over the digits.
          inputMode="none"
          autocomplete="off"
          value={pin}
          onInput={(event) => setPin(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, MOST))}
        />
      </label>
      <div class="pin-digits">
        {DIGITS.map((digit) => (
          <Button key={digit} onPress={() => add(digit)}>
            {digit}
          </Button>
        ))}
        <Button kind="quiet" onPress={() => setPin('')}>
          {text.delete}
        </Button>
        <Button onPress={() => add('0')}>0</Button>
        <Button type="submit" kind="urgent" disabled={pin.length < LEAST}>
          {text.confirm}
        </Button>
      </div>
    </form>
  );
}
