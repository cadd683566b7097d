import { ActionDialog } from '../../actions/action-dialog.tsx'
import { Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'
import { RuleChanges } from './rule-changes.tsx'

/** Takes the library of state laws that comes with this version, after showing what that changes. */
export function LibraryDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('law.library')}
      description={t('library.why')}
      operation="POST /cancelrules/library"
      options={{ body: {} }}
      mainTitle={(data) =>
        data?.changes.length
          ? t('library.apply', { count: format.count(data.changes.length) })
          : t('library.again')
      }
      doneText={t('library.done')}
      hidesEffects
      summary={({ changes }) =>
        changes.length === 0 ? (
          <Notice tone="good" title={t('library.current')}>
            {t('library.currentWhy')}
          </Notice>
        ) : (
          <RuleChanges changes={changes} />
        )
      }
    />
  )
}
