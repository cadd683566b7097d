import type { Contract } from '../../../sdk/src/types.gen.ts'

/** What every dialog of an action gets. */
export interface ActionProps {
  readonly contract: Contract
  readonly etag: string | undefined
  readonly onClose: () => void
}
