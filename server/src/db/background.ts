/** Runs the work again and again, never twice at the same time, until the returned function is called. */
export function every(
  milliseconds: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  let isWorking = false
  const timer = setInterval(() => {
    if (isWorking) return
    isWorking = true
    work()
      .catch(onError)
      .finally(() => {
        isWorking = false
      })
  }, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Delays work that gathers more to do while it waits. The returned function starts the wait; calls made before the work
 * begins change nothing.
 */
export function delayed(work: () => unknown): (milliseconds: number) => void {
  let isDue = false
  return (milliseconds) => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      void work()
    }, milliseconds)
  }
}
