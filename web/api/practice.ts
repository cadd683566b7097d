import { makeStore } from './store.ts'

/** Practice mode of this tab: every write is a dry run, so nothing happens. */
export const practice = makeStore(false)
