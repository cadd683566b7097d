// What the tests use of browser.mjs, which is plain JavaScript because it runs beside the set-up.
export function findBrowser(options: { readonly bring: boolean }): Promise<string | undefined>
export const browserArguments: string[]
