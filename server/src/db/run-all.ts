/**
 * Results of statements that are sent together because none depends on another. Waits for all of them even if one fails: a
 * statement that was still running after the end of its transaction would run in someone else's.
 */
export async function runAll<Answers extends readonly unknown[]>(
  statements: {
    readonly [At in keyof Answers]: Answers[At] | Promise<Answers[At]>
  },
): Promise<Answers> {
  const results = await Promise.allSettled(statements)
  return results.map((result) => {
    // If several fail, the error of the first statement counts, as if they had run one after the other.
    if (result.status === 'rejected') throw result.reason
    return result.value
  }) as unknown as Answers
}
