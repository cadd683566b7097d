import type { ReactNode } from 'react'
import { base64OfFile } from '../api/base64.ts'
import { Field } from '../ui/fields/field.tsx'
import { toast } from '../ui/toast-store.ts'

/** A file that was chosen, as the API takes it. */
export interface ChosenFile {
  readonly fileName: string
  readonly data: string
}

interface Props {
  readonly label: string
  readonly hint?: ReactNode
  readonly accept?: string | undefined
  readonly onChoose: (file: ChosenFile | undefined) => void
}

/** A file from the disk. It is read at once, so that the service can say what it would do with it. */
export function FileInput({ label, hint, accept, onChoose }: Props) {
  const choose = async (file: File | undefined) => {
    if (!file) return onChoose(undefined)
    try {
      return onChoose({ fileName: file.name, data: await base64OfFile(file) })
    } catch (error) {
      return toast((error as Error).message, { kind: 'error' })
    }
  }
  return (
    <Field label={label} name="/data" hint={hint} isRequired>
      {(ids) => (
        <input
          {...ids}
          className="input"
          type="file"
          accept={accept}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      )}
    </Field>
  )
}
