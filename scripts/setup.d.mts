// What the tests use of setup.mjs, which is plain JavaScript because it runs before anything is installed.
export function seedCodeVersion(): string
export function hashOfFiles(files: readonly string[]): string
