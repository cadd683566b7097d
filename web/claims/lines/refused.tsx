import { ApiError } from '../../api/client.ts'
import { Notice } from '../../ui/states.tsx'
import { useText } from '../text.ts'

/**
 * Why what is typed would be refused. It does not take the focus, unlike the summary of a form: the try came by itself
 * while the user was typing.
 */
export function Refused({ error }: { readonly error: unknown }) {
  const t = useText()
  if (!error) return null
  const faults = error instanceof ApiError ? error.errors : []
  const title = error instanceof ApiError ? error.problem.title : undefined
  const message = error instanceof Error ? error.message : t('refused.unknown')
  return (
    <div role="status">
      <Notice tone="bad" title={title ?? t('refused.title')}>
        {faults.length === 0 ? (
          message
        ) : (
          <ul>
            {faults.map((fault) => (
              <li key={`${fault.pointer} ${fault.message}`}>{fault.message}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
