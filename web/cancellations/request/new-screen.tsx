import { type FormEvent, useMemo, useState } from 'react'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { useGo, useQuery, useSetQuery } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useIsPartner, useSession, useToday } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary, Faults } from '../../ui/fields/faults.tsx'
import { stopAtWrongEntry } from '../../ui/fields/wrong-entry.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useDone } from '../done.ts'
import { withdrawn } from '../queue/next-request.ts'
import { useRights } from '../rights.ts'
import { ContractFacts } from '../terms/contract-facts.tsx'
import { Refusal } from '../terms/refusal.tsx'
import { TermsFields } from '../terms/terms-form.tsx'
import {
  isReady,
  newRequestBody,
  partnerRequesters,
  type Requester,
  requesters,
  type Terms,
} from '../terms.ts'
import { useText } from '../text.ts'
import { useChoices } from '../worksheet/alternative-choices.ts'
import { Alternatives } from '../worksheet/alternatives.tsx'
import { MissingNote } from '../worksheet/missing.tsx'
import { Worksheet } from '../worksheet/worksheet.tsx'
import { CancelEffects } from './cancel-effects.tsx'

/** Quotes and requests the cancellation of a contract: `/cancellations/new?contract=VSC-0001204`. */
export function NewScreen() {
  const t = useText()
  const { contract } = useQuery()
  const query = useAnswer(
    'GET /v2/contracts/{identifier}',
    { path: { identifier: contract ?? '' } },
    { enabled: contract !== undefined },
  )
  if (contract === undefined)
    return (
      <>
        <h1>{t('new.title')}</h1>
        <Empty
          title={t('new.noContract')}
          why={t('new.noContractWhy')}
          action={<Link to="/contracts">{t('new.toContracts')}</Link>}
        />
      </>
    )
  return <Await query={query}>{(data) => <NewRequest key={data.id} contract={data} />}</Await>
}

/** What the address gives, else what is usual: today, a request of the customer. */
function useFirstTerms(): Terms {
  const query = useQuery()
  const today = useToday()
  const { scopes } = useSession()
  const own: Requester = scopes.some(({ type }) => type === 'LienHolder') ? 'LienHolder' : 'Customer'
  const odometer = Number(query.cancelOdometer)
  const offered = useIsPartner() ? partnerRequesters : requesters
  return {
    cancelDate: query.cancelDate ?? today,
    cancelReasonCode: query.cancelReasonCode ?? (own === 'LienHolder' ? 'REPO' : 'CUSTREQ'),
    requestedBy: offered.find((one) => one === query.requestedBy) ?? own,
    cancelOdometer: query.cancelOdometer && Number.isInteger(odometer) ? odometer : undefined,
    noticeReceivedDate: query.noticeReceivedDate ?? '',
    lienPaidOff: '',
    note: '',
  }
}

function NewRequest({ contract }: { readonly contract: Contract }) {
  const t = useText()
  const format = useFormat()
  const go = useGo()
  const done = useDone()
  const rights = useRights()
  const setQuery = useSetQuery()
  const first = useFirstTerms()
  const [terms, setTerms] = useState(first)
  const [isPreviewed, setPreviewed] = useState(false)
  const choices = useChoices(terms)
  const isPartner = useIsPartner()
  const identifier = contract.number ?? contract.id
  const operation = 'POST /v2/contracts/{identifier}/cancelrequests'
  const asked = useMemo(
    () =>
      isPreviewed && isReady(terms)
        ? {
            path: { identifier },
            body: { ...newRequestBody(terms, true), ...(isPartner ? {} : { alternatives: choices.wanted }) },
          }
        : undefined,
    [isPreviewed, terms, identifier, isPartner, choices.wanted],
  )
  const preview = useDryRun(operation, asked)
  const { run, isRunning, error } = useExecute(operation)
  const refusal = preview.state === 'refused' ? preview.error : undefined
  const calculation = preview.state === 'none' ? undefined : preview.data?.calculation

  function show(event: FormEvent) {
    event.preventDefault()
    if (stopAtWrongEntry()) return
    setPreviewed(true)
    const { cancelDate, cancelReasonCode, requestedBy, cancelOdometer } = terms
    // The address keeps what was asked, so that a link or a reload shows it again.
    setQuery({
      ...{ cancelDate, cancelReasonCode, requestedBy },
      cancelOdometer: cancelOdometer === undefined ? undefined : String(cancelOdometer),
    })
  }

  async function send(isQuoteOnly: boolean) {
    const answer = await run({ path: { identifier }, body: newRequestBody(terms, isQuoteOnly) })
    if (!answer) return
    const { number } = answer.data
    const isDone = done(
      t(isQuoteOnly ? 'new.quoteSaved' : 'new.requested', { number }),
      isQuoteOnly ? {} : { undo: { title: t('action.Withdraw'), run: () => withdrawn(number) } },
    )
    if (isDone) go(`/cancellations/${number}`)
  }

  const last = contract.lastKnownOdometer
  return (
    <div className="cancellations-page">
      <header className="cancellations-header">
        <h1>{t('new.titleOf', { contract: contract.number ?? contract.id })}</h1>
        <Link to={`/contracts/${identifier}`}>{t('new.back')}</Link>
      </header>
      <div className="cancellations-panes">
        <Panel title={t('request.title')} id="request">
          <ContractFacts contract={contract} />
          <FaultSummary error={error} />
          {!error && <Refusal error={refusal} />}
          <form onSubmit={show} noValidate>
            <Faults error={error ?? refusal}>
              <TermsFields
                terms={terms}
                onChange={setTerms}
                lastKnown={
                  last
                    ? t('terms.lastKnown', {
                        reading: format.count(last.value),
                        date: format.date(last.date),
                      })
                    : undefined
                }
              />
            </Faults>
            <div className="cancellations-buttons">
              <Button type="submit" isBusy={preview.state === 'running'}>
                {t('new.preview')}
              </Button>
              {rights.request && (
                <>
                  <Button
                    kind="main"
                    onClick={() => void send(false)}
                    isBusy={isRunning}
                    disabledReason={isReady(terms) ? undefined : t('new.notReady')}
                  >
                    {t('new.submit')}
                  </Button>
                  <Button
                    kind="quiet"
                    onClick={() => void send(true)}
                    isBusy={isRunning}
                    disabledReason={preview.state === 'ready' ? undefined : t('new.previewFirst')}
                  >
                    {t('new.saveQuote')}
                  </Button>
                </>
              )}
            </div>
          </form>
        </Panel>
        {calculation ? (
          <Worksheet calculation={calculation}>
            {preview.data && <MissingNote missing={preview.data.missing} />}
          </Worksheet>
        ) : (
          <Panel title={t('worksheet.title')} id="worksheet">
            <p className="cancellations-hint">{t('new.worksheetHint')}</p>
          </Panel>
        )}
        {rights.desk && (
          <CancelEffects contractId={contract.id} terms={terms} isAsked={calculation !== undefined} />
        )}
      </div>
      {!isPartner && calculation && (
        <Alternatives
          calculation={calculation}
          cancelDate={terms.cancelDate}
          choices={choices}
          answered={preview.state === 'ready' ? preview.data?.alternatives : undefined}
          canUse={({ cancelDate, method }) => cancelDate !== '' && method === ''}
          onUse={({ cancelDate }) => setTerms({ ...terms, cancelDate })}
        />
      )}
    </div>
  )
}
