import { lazy, Suspense } from 'react'
import { Field } from '../ui/field.tsx'
import type { LookupFieldProps } from '../ui/lookup.tsx'

// Its list is as heavy as the rest of the kit, and most screens of the room have none.
const Lookup = lazy(async () => ({ default: (await import('../ui/lookup.tsx')).LookupField }))

/** A field that searches the service while one types. Until its code is there, it looks like one. */
export function LookupField(props: LookupFieldProps) {
  return (
    <Suspense
      fallback={
        <Field {...props}>{(ids) => <input {...ids} className="input" disabled value="" readOnly />}</Field>
      }
    >
      <Lookup {...props} />
    </Suspense>
  )
}
