import { useState } from 'react'
import type { Hold, Resolve } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useToday } from '../../api/session.ts'
import { Facts } from '../../ui/facts.tsx'
import { DateField, SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

const resolutions = ['Cleared', 'Corrected', 'Overridden'] as const

interface ResolveProps {
  readonly hold: Hold
  readonly onClose: () => void
}

/** Ends a hold. What would be earned at once is shown first. */
export default function ResolveDialog({ hold, onClose }: ResolveProps) {
  const t = useText()
  const today = useToday()
  const [resolution, setResolution] = useState<string>('Cleared')
  const [resolveDate, setDate] = useState(today)
  const [note, setNote] = useState('')
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('resolve.title', { reason: hold.reason.name })}
      operation="POST /contracts/{contractId}/holds/{holdId}/resolves"
      options={
        resolveDate === ''
          ? undefined
          : {
              path: { contractId: hold.contractId, holdId: hold.id },
              body: {
                resolution: resolution as (typeof resolutions)[number],
                resolveDate,
                note: note || null,
              },
            }
      }
      fields={
        <>
          <SelectField
            {...{ label: t('resolve.how'), name: '/resolution', value: resolution, onChange: setResolution }}
            isRequired
            options={resolutions.map((value) => ({ value, title: t(`resolution.${value}`) }))}
          />
          <DateField
            {...{ label: t('resolve.date'), name: '/resolveDate', value: resolveDate, onChange: setDate }}
            min={hold.holdDate}
            max={today}
            isRequired
          />
          <TextAreaField {...{ label: t('field.note'), name: '/note', value: note, onChange: setNote }} />
        </>
      }
      summary={(data) => <CatchUp resolve={data} />}
      mainTitle={() => t('resolve.do')}
      doneText={t('resolve.done')}
    />
  )
}

/** What a resolve earns at once, line by line, and by how much it moves the expiration. */
export function CatchUp({ resolve }: { readonly resolve: Resolve }) {
  const t = useText()
  const { money, count } = useFormat()
  const { earningCatchUp, extendsExpirationDays } = resolve
  return (
    <div className="contracts-catch-up">
      <h3>{t('resolve.catchUp')}</h3>
      {earningCatchUp.length === 0 ? (
        <p>{t('resolve.noCatchUp')}</p>
      ) : (
        <Facts
          layout="rows"
          items={earningCatchUp.map(({ code, amount }) => ({ label: code, value: money(amount) }))}
        />
      )}
      {extendsExpirationDays !== null && (
        <p>{t('resolve.extends', { days: count(extendsExpirationDays) })}</p>
      )}
    </div>
  )
}
