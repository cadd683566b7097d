import { useState } from 'react'
import type { AutomaticProcessRun } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useToday } from '../../api/session.ts'
import { DateField, SelectField, SwitchField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import { Candidates } from './candidates.tsx'
import { isOfContracts, newRun, type ProcessType, processTypes, takesDay } from './processes.ts'

interface Props {
  /** What is filled in at first: to run one again. */
  readonly first?: { readonly type: ProcessType; readonly asOfDate: string; readonly isTrial: boolean }
  readonly onClose: () => void
  readonly onStarted: (run: AutomaticProcessRun) => void
}

/** Starts a run that the service works on. At first it only tries out, and keeps what would happen. */
export function StartDialog({ first, onClose, onStarted }: Props) {
  const t = useText()
  const today = useToday()
  const [type, setType] = useState<ProcessType | ''>(first?.type ?? '')
  const [asOfDate, setAsOfDate] = useState(first?.asOfDate ?? '')
  const [isTrial, setTrial] = useState(first?.isTrial ?? true)
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="medium"
      title={t('runs.start')}
      description={t('runs.startWhy')}
      operation="POST /automatic-process-runs"
      options={type === '' ? undefined : { body: newRun(type, asOfDate, isTrial) }}
      mainTitle={() => t(isTrial ? 'runs.startTrial' : 'runs.startReal')}
      doneText={t('runs.started')}
      onDone={({ data }) => onStarted(data)}
      hidesEffects
      fields={
        <div className="stack">
          <SelectField
            label={t('runs.type')}
            name="/processType"
            value={type}
            isRequired
            options={processTypes.map((one) => ({ value: one, title: t(`process.${one}`) }))}
            onChange={(chosen) => setType(chosen as ProcessType | '')}
          />
          {type !== '' && takesDay(type) ? (
            <DateField
              label={t('runs.asOfDate')}
              name="/parameters/asOfDate"
              hint={t('runs.asOfDateHint')}
              value={asOfDate}
              onChange={setAsOfDate}
            />
          ) : null}
          <SwitchField
            label={t('runs.trial')}
            hint={t('runs.trialHint')}
            value={isTrial}
            onChange={setTrial}
          />
          {type !== '' && isOfContracts(type) ? (
            <Candidates type={type} asOfDate={asOfDate || today} />
          ) : null}
        </div>
      }
    />
  )
}
