import type { CancelReason } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useIsPartner } from '../../api/session.ts'
import { DateField, NumberField, SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { partnerRequesters, requesters, type Terms } from '../terms.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'

interface TermsFieldsProps {
  readonly terms: Terms
  readonly onChange: (terms: Terms) => void
  readonly unit?: string | undefined
  /** What the service last knew, as a help. */
  readonly lastKnown?: string | undefined
  readonly disabled?: boolean | undefined
}

export function TermsFields({ terms, onChange, lastKnown, unit, disabled }: TermsFieldsProps) {
  const t = useText()
  const words = useWords()
  const reasons = useReasons(terms)
  const offered = useIsPartner() ? partnerRequesters : requesters
  const set = (changes: Partial<Terms>) => onChange({ ...terms, ...changes })
  const common = (name: string) => ({ name, disabled })
  return (
    <div className="cancellations-fields">
      <DateField
        {...common('/cancelDate')}
        label={t('terms.cancelDate')}
        value={terms.cancelDate}
        onChange={(cancelDate) => set({ cancelDate })}
        isRequired
      />
      <SelectField
        {...common('/cancelReasonCode')}
        label={t('terms.reason')}
        value={terms.cancelReasonCode}
        onChange={(cancelReasonCode) => set({ cancelReasonCode })}
        options={reasons.map(({ code, name }) => ({ value: code, title: name }))}
        isRequired
      />
      <NumberField
        {...common('/cancelOdometer')}
        label={t('terms.odometer')}
        value={terms.cancelOdometer}
        onChange={(cancelOdometer) => set({ cancelOdometer })}
        hint={lastKnown}
        unit={unit}
      />
      <SelectField
        {...common('/requestedBy')}
        label={t('terms.requestedBy')}
        value={terms.requestedBy}
        onChange={(value) => set({ requestedBy: offered.find((one) => one === value) ?? terms.requestedBy })}
        options={offered.map((one) => ({ value: one, title: words.requester(one) }))}
        isRequired
      />
      <DateField
        {...common('/noticeReceivedDate')}
        label={t('terms.notice')}
        value={terms.noticeReceivedDate}
        onChange={(noticeReceivedDate) => set({ noticeReceivedDate })}
        hint={t('terms.noticeHint')}
      />
      <SelectField
        {...common('/lienPaidOff')}
        label={t('terms.lienPaidOff')}
        value={terms.lienPaidOff}
        onChange={(value) => set({ lienPaidOff: value === 'yes' || value === 'no' ? value : '' })}
        emptyTitle={t('terms.lienByReason')}
        options={[
          { value: 'yes', title: t('yes') },
          { value: 'no', title: t('no') },
        ]}
      />
      <TextAreaField
        {...common('/note')}
        label={t('terms.note')}
        value={terms.note}
        onChange={(note) => set({ note })}
      />
    </div>
  )
}

/** The reasons that this party may give, and the one that is set already. */
function useReasons({ requestedBy, cancelReasonCode }: Terms): readonly CancelReason[] {
  const reasons = useAllReasons()
  return reasons.filter(
    (reason) =>
      reason.code === cancelReasonCode || (reason.isActive && reason.requestedBy.includes(requestedBy)),
  )
}

const LONG = 5 * 60_000

/** All reasons. They change rarely, so they are read once in a while. */
export function useAllReasons(): readonly CancelReason[] {
  const { data } = useAnswer('GET /v2/cancelreasons', { query: { pageSize: 100 } }, { staleTime: LONG })
  return data?.data.items ?? []
}
