import { useEffect, useState } from 'react'
import type { Claim } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { useGo, useGuard, useQuery } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useSession, useToday } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary, Faults } from '../../ui/fields/faults.tsx'
import { stopAtWrongEntry } from '../../ui/fields/wrong-entry.ts'
import { useShortcut } from '../../ui/keys.ts'
import { Panel } from '../../ui/panel.tsx'
import { useDone } from '../done.ts'
import { productTypeOf } from '../lines/complaints.ts'
import { isComplete, newDetail } from '../lines/draft.ts'
import { Refused } from '../lines/refused.tsx'
import { useRights } from '../rights.ts'
import { emptyVisit } from '../services/visit.ts'
import { useText } from '../text.ts'
import { ComplaintsEntry } from './complaints-entry.tsx'
import { InForce } from './in-force.tsx'
import { claimBody, type Intake, lossBody } from './intake.ts'
import { LossFields } from './loss-fields.tsx'
import { VisitsEntry } from './visits-entry.tsx'

const OPERATION = 'POST /claims'

/** Enters a claim: the contract and the loss, at once whether it is covered, then what failed and what the shop asks. */
export function IntakeScreen() {
  const t = useText()
  const go = useGo()
  const done = useDone()
  const rights = useRights()
  const { user } = useSession()
  const [intake, setIntake] = useIntake()
  const set = (changes: Partial<Intake>) => setIntake({ ...intake, ...changes })
  const contract = useContract(intake)
  const loss = lossBody(intake, contract === undefined || contract.vehicle !== null)
  const judged = useDryRun(OPERATION, loss && { body: loss })
  const claimType = judged.data?.claimType
  const adjusterId = rights.adjudicate && intake.isMine ? user.id : undefined
  const body =
    loss && isComplete(intake.details) ? claimBody({ loss, intake, claimType, adjusterId }) : undefined
  const hasContent = (body?.details?.length ?? 0) > 0 || (body?.ppmEvents?.length ?? 0) > 0
  const tried = useDryRun(OPERATION, body && hasContent ? { body } : undefined)
  const { run, isRunning, error } = useExecute(OPERATION)
  const [entered, setEntered] = useState<string | undefined>(undefined)
  useGuard(entered === undefined && (intake.contract !== null || intake.contractNumber !== '' || hasContent))
  const refusal =
    tried.state === 'refused' ? tried.error : judged.state === 'refused' ? judged.error : undefined
  const reason = !body
    ? t(loss ? 'lines.incomplete' : 'intake.notReady')
    : judged.state === 'running' || tried.state === 'running'
      ? t('dialog.wait')
      : refusal
        ? t('dialog.refused')
        : undefined
  const enter = async () => {
    if (!body || reason !== undefined || stopAtWrongEntry()) return
    const answer = await run({ body })
    if (!answer) return
    const { number } = answer.data
    if (done(t('intake.done', { number }))) setEntered(number)
  }
  // The guard has to know that everything is saved before the page is left.
  useEffect(() => {
    if (entered !== undefined) go(`/claims/${entered}`)
  }, [entered, go])
  useShortcut('Ctrl+Enter', () => void enter(), { title: t('intake.enter') })
  const figures: Claim | undefined = (hasContent ? tried.data : undefined) ?? judged.data
  return (
    <div className="page claims-page">
      <div className="page-title">
        <h1>{t('intake.title')}</h1>
      </div>
      <FaultSummary error={error} />
      <Faults error={error ?? refusal}>
        <Panel title={t('intake.loss')} id="loss">
          <div className="stack">
            <LossFields intake={intake} contract={contract} onChange={set} />
            {error ? null : <Refused error={refusal} />}
            {judged.data && judged.state !== 'refused' && judged.state !== 'none' && (
              <InForce coverage={judged.data.coverage} hint={t('intake.notCovered')} />
            )}
            {judged.data && judged.state !== 'none' && <Warnings claim={judged.data} />}
          </div>
        </Panel>
        {claimType === 'PPM' ? (
          <VisitsEntry
            contractId={figures?.contract.contractId}
            visits={intake.visits}
            figures={hasContent ? tried.data : undefined}
            onChange={(visits) => set({ visits })}
          />
        ) : claimType === 'GAP' ? (
          <Panel title={t('gap.title')} id="gap">
            <p>{t('intake.gap')}</p>
          </Panel>
        ) : (
          <ComplaintsEntry
            contractId={figures?.contract.contractId}
            productTypeCode={contract?.productTypeCode ?? (claimType && productTypeOf(claimType))}
            details={intake.details}
            figures={figures}
            isOld={tried.state === 'running'}
            onChange={(details) => set({ details })}
          />
        )}
      </Faults>
      <div className="form-actions">
        <Button kind="main" isBusy={isRunning} disabledReason={reason} onClick={() => void enter()}>
          {t('intake.enter')}
        </Button>
        <Button onClick={() => go('/claims')}>{t('close')}</Button>
      </div>
    </div>
  )
}

/** What the address gives, such as the contract that the page was opened from. */
function useIntake() {
  const { contract = '', lossDate, lossOdometer } = useQuery()
  const today = useToday()
  const odometer = Number(lossOdometer)
  return useState<Intake>(() => ({
    ...{ contract: null, contractNumber: contract, lossDate: lossDate ?? today },
    lossOdometer: lossOdometer && Number.isInteger(odometer) ? odometer : undefined,
    ...{ facility: null, repairOrderNumber: '', advisorName: '', customerContact: '', isMine: true },
    ...{ details: [newDetail()], visits: [emptyVisit] },
  }))
}

/** The chosen contract, if the caller may read it. */
function useContract({ contract, contractNumber }: Intake) {
  const rights = useRights()
  const identifier = contract?.title ?? contractNumber
  const { data } = useAnswer(
    'GET /v2/contracts/{identifier}',
    { path: { identifier } },
    { enabled: rights.contract && identifier !== '' && (contract !== null || /\d{4}/.test(contractNumber)) },
  )
  return data?.data
}

function Warnings({ claim }: { readonly claim: Pick<Claim, 'warnings'> }) {
  if (claim.warnings.length === 0) return null
  return (
    <ul className="claims-warnings">
      {claim.warnings.map(({ code, message }) => (
        <li key={code}>{message}</li>
      ))}
    </ul>
  )
}
