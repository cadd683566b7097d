import { Dialog } from '../ui/dialogs/dialog.tsx'
import { useShortcuts, useShortcutsEnabled } from '../ui/keys.ts'
import { useText } from './text.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

/** All keys that do something on this screen. */
export function KeysDialog({ open, onClose }: Props) {
  const t = useText()
  const shortcuts = useShortcuts()
  const areEnabled = useShortcutsEnabled()
  return (
    <Dialog title={t('keys.title')} open={open} onClose={onClose}>
      {areEnabled ? null : <p>{t('keys.off')}</p>}
      <dl className="keys">
        {shortcuts.map(({ id, keys, title }) => (
          <div key={id}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
