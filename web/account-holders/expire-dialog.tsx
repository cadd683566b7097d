import { useState } from 'react'
import type { AccountHolderAutoExpireRequest } from '../../sdk/src/types.gen.ts'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { useToday } from '../api/session.ts'
import { DateField } from '../ui/fields/field.tsx'
import { useFormat } from '../ui/words/format.ts'
import { type Kind, kindTitle } from './kind-types.ts'
import { useText } from './text.ts'

type Types = NonNullable<AccountHolderAutoExpireRequest['types']>

/** Expires the records of a kind whose last day is over. A dry run says how many before. */
export function ExpireDialog({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const [asOfDate, setAsOfDate] = useState(today)
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('expire.title', { kind: t(kindTitle(kind)) })}
      description={t('expire.why')}
      operation="POST /accountholders/autoexpirerequests"
      options={asOfDate ? { body: { asOfDate, types: [kind.type] as unknown as Types } } : undefined}
      fields={
        <DateField
          label={t('expire.asOf')}
          name="/asOfDate"
          isRequired
          value={asOfDate}
          onChange={setAsOfDate}
        />
      }
      summary={({ expired, processed, failures }) => (
        <>
          <p>{t('expire.found', { count: format.count(expired), processed: format.count(processed) })}</p>
          {failures.length > 0 && <p>{t('expire.failures', { count: format.count(failures.length) })}</p>}
        </>
      )}
      hidesEffects
      doneText={t('expire.done')}
      mainTitle={(result) =>
        result ? t('expire.run', { count: format.count(result.expired) }) : t('expire.open')
      }
    />
  )
}
