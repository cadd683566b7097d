/**
 * Answers of statements that are sent together because none hangs on another. Waits for all of them even when one fails: what
 * goes on asking behind the end of its transaction would ask in somebody else's.
 */
export async function runAll<Answers extends readonly unknown[]>(
  asked: {
    readonly [At in keyof Answers]: Answers[At] | Promise<Answers[At]>
  },
): Promise<Answers> {
  await Promise.allSettled(asked)
  // Of several failures that of the first statement is told, as if they had been asked one after the other.
  for (const one of asked) await one
  return (await Promise.all(asked)) as unknown as Answers
}
