import type { Claim } from '../../../sdk/src/types.gen.ts'

/** What every dialog of an action is given. */
export interface ActionProps {
  readonly claim: Claim
  readonly etag: string | undefined
  /** The chosen details. Undefined: all that the action fits. */
  readonly detailIds: readonly number[] | undefined
  readonly productTypeCode: string | undefined
  readonly onClose: () => void
}

/** The part of the body that names details. */
export const named = (detailIds: readonly number[] | undefined) =>
  detailIds === undefined ? {} : { detailIds }

/** A text that is sent if there is one. */
export const sent = <Name extends string>(name: Name, text: string) =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as { readonly [Key in Name]?: string }
