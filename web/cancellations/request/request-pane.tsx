import type { FormEvent, ReactNode } from 'react'
import type { CancelRequest, Contract } from '../../../sdk/src/types.gen.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Faults } from '../../ui/fields/faults.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { ContractFacts } from '../terms/contract-facts.tsx'
import { Refusal } from '../terms/refusal.tsx'
import { TermsFields } from '../terms/terms-form.tsx'
import type { Terms } from '../terms.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'

interface RequestPaneProps {
  readonly request: CancelRequest
  readonly contract: Contract | undefined
  readonly draft: Terms
  readonly onChange: (draft: Terms) => void
  readonly isEditable: boolean
  readonly isDirty: boolean
  /** Why the changed terms are refused. */
  readonly refusal: unknown
  readonly saving: { readonly isRunning: boolean; readonly reason: string | undefined; save(): void }
  readonly onDiscard: () => void
  readonly children: ReactNode
}

/** Who wants what and why, to be corrected in place. */
export function RequestPane({ request, contract, draft, onChange, isEditable, ...rest }: RequestPaneProps) {
  const t = useText()
  const format = useFormat()
  const { isDirty, refusal, saving, onDiscard, children } = rest
  const last = contract?.lastKnownOdometer

  function save(event: FormEvent) {
    event.preventDefault()
    if (isDirty && saving.reason === undefined) saving.save()
  }

  return (
    <Panel title={t('request.title')} id="request">
      {contract && <ContractFacts contract={contract} />}
      {isEditable ? (
        <form onSubmit={save} noValidate>
          <Refusal error={refusal} />
          <Faults error={refusal}>
            <TermsFields
              terms={draft}
              onChange={onChange}
              lastKnown={
                last
                  ? t('terms.lastKnown', { reading: format.count(last.value), date: format.date(last.date) })
                  : undefined
              }
            />
          </Faults>
          {isDirty && (
            <div className="cancellations-buttons">
              <Button onClick={onDiscard}>{t('request.discard')}</Button>
              <Button kind="main" type="submit" isBusy={saving.isRunning} disabledReason={saving.reason}>
                {t('request.save')}
              </Button>
            </div>
          )}
        </form>
      ) : (
        <RequestFacts request={request} />
      )}
      <Facts
        items={[
          { label: t('request.made'), value: format.instant(request.requestedAt) },
          { label: t('request.createdBy'), value: request.createdBy },
        ]}
      />
      {children}
    </Panel>
  )
}

/** The terms of a request that cannot be changed any more. */
function RequestFacts({ request }: { readonly request: CancelRequest }) {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  const { cancelOdometer, cancelOdometerUnit, lienPaidOff, denyReason, note } = request
  return (
    <Facts
      items={[
        { label: t('terms.cancelDate'), value: format.date(request.cancelDate) },
        { label: t('terms.reason'), value: request.reason.name },
        {
          label: t('terms.odometer'),
          value:
            cancelOdometerUnit === null
              ? format.count(cancelOdometer)
              : format.miles(cancelOdometer, cancelOdometerUnit),
        },
        { label: t('terms.requestedBy'), value: words.requester(request.requestedBy) },
        { label: t('terms.notice'), value: format.date(request.noticeReceivedDate) },
        lienPaidOff !== null && { label: t('terms.lienPaidOff'), value: lienPaidOff ? t('yes') : t('no') },
        denyReason !== null && { label: t('request.denied'), value: denyReason, isWide: true },
        note !== null && { label: t('terms.note'), value: note, isWide: true },
      ]}
    />
  )
}
