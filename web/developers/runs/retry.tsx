import { useState } from 'react'
import type { AutomaticProcessRun } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useText } from '../text.ts'
import { dayOf, isOfContracts, stepOperations } from './processes.ts'

interface Props {
  readonly run: AutomaticProcessRun
  readonly entityId: number
}

/** The record that a step was for. Contracts open. */
export function Candidate({ run, entityId }: Props) {
  const can = useCan()
  return isOfContracts(run.processType) && can('GET /v2/contracts/{identifier}') ? (
    <Link to={`/contracts/${entityId}`}>{entityId}</Link>
  ) : (
    String(entityId)
  )
}

/** Does the step of one contract again, dry run first. The other processes are run again as a whole. */
export function RetryButton({ run, entityId }: Props) {
  const t = useText()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  const { processType, parameters } = run
  if (!isOfContracts(processType)) return null
  const operation = stepOperations[processType]
  if (!can(operation)) return null
  const asOfDate = dayOf(parameters)
  return (
    <>
      <Button size="small" aria-label={t('runs.retryOne', { id: entityId })} onClick={() => setOpen(true)}>
        {t('runs.retry')}
      </Button>
      {isOpen ? (
        <ActionDialog
          open
          onClose={() => setOpen(false)}
          title={t('runs.retryTitle', { process: t(`process.${processType}`), id: entityId })}
          operation={operation}
          options={{ path: { contractId: entityId }, body: asOfDate === '' ? {} : { asOfDate } }}
          mainTitle={() => t('runs.retryNow')}
          doneText={t('runs.retried')}
        />
      ) : null}
    </>
  )
}
