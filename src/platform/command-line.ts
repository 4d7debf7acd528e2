/**
 * A command of Vigil as the operator types it: the packages have the program `vigil`, which sets VIGIL_COMMAND; a
 * checkout has npm.
 */
export function commandLine(name: string, argument?: string): string {
  const program = process.env.VIGIL_COMMAND;
  const rest = argument === undefined ? '' : ` ${program ? '' : '-- '}${argument}`;
  return `${program || 'npm run'} ${name}${rest}`;
}
