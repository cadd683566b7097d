// What the tests use of merge-spreads.mjs, which is plain JavaScript because the build runs it.
export function withMergedSpreads(code: string): { toString(): string }
