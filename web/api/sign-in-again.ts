import { makeStore } from './store.ts'

/** Set while the session has ended and calls wait until the user has signed in again in place. */
export const waitingForSignIn = makeStore<{ answer(isSignedIn: boolean): void } | undefined>(undefined)

/** Lets the user sign in over the page. What was refused is then sent again with its key. */
export function signInAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    waitingForSignIn.set({
      answer(isSignedIn) {
        waitingForSignIn.set(undefined)
        resolve(isSignedIn)
      },
    })
  })
}
