export const CONSOLE_MODULES: readonly string[];
