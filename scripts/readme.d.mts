// What the tests use of readme.mjs.
export function readmeCommands(port: number, folder?: string): string
