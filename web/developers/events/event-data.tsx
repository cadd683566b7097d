import type { Event } from '../../../sdk/src/types.gen.ts'
import { CopyButton } from '../../ui/dialogs/secret-dialog.tsx'
import { useText } from '../text.ts'

/** The data of an event, as it was sent. */
export function EventData({ event }: { readonly event: Event }) {
  const t = useText()
  return (
    <details>
      <summary>{t('events.show')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled with the keyboard */}
      <pre tabIndex={0} className="developers-json">
        {JSON.stringify(event, null, 2)}
      </pre>
      <CopyButton text={JSON.stringify(event, null, 2)} />
    </details>
  )
}
