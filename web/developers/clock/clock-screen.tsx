import { useState } from 'react'
import type { SandboxClock } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan, useSession, useToday } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { DateField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { ClockSlider } from './clock-slider.tsx'
import { addDays, addMonth, instantOf, isDate, monthEnd } from './days.ts'
import { MailsPanel } from './mails-panel.tsx'
import { ResetPanel } from './reset-panel.tsx'

/** The time that the sandbox lives by, its mail, and the way back to the seed. */
export function ClockScreen() {
  const t = useText()
  const { mode } = useSession()
  const can = useCan()
  return (
    <div className="page">
      <h1>{t('clock.title')}</h1>
      {mode === 'sandbox' ? (
        <>
          <ClockPanel />
          {can('GET /sandbox/mails') ? <MailsPanel /> : null}
          {can('POST /sandbox/reset') ? <ResetPanel /> : null}
        </>
      ) : (
        <Empty title={t('clock.production')} why={t('clock.productionWhy')} />
      )}
    </div>
  )
}

function ClockPanel() {
  const t = useText()
  const query = useAnswer('GET /sandbox/clock')
  return (
    <Panel title={t('clock.panel')} id="clock" description={t('clock.why')}>
      <Await query={query} rows={3}>
        {(clock) => <ClockForm clock={clock} />}
      </Await>
    </Panel>
  )
}

function ClockForm({ clock }: { readonly clock: SandboxClock }) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const { run, error, isRunning } = useExecute('PUT /sandbox/clock')
  const [typed, setTyped] = useState<{ readonly day: string; readonly of: string }>()
  // Once the clock has moved, what was typed before is done with.
  const day = typed?.of === today ? typed.day : today
  const type = (next: string) => setTyped({ day: next, of: today })
  const set = async (next: string | null) => {
    const answer = await run({ body: { now: next === null ? null : instantOf(next) } })
    if (!answer) return
    setTyped(undefined)
    toast(t(next === null ? 'clock.isReal' : 'clock.isSet', { when: format.instant(answer.data.now) }))
  }
  const wrong = isDate(day) ? undefined : t('clock.noDay')
  return (
    <div className="stack">
      <FaultSummary error={error} />
      <Facts
        items={[
          { label: t('clock.now'), value: format.instant(clock.now), testid: 'clock-now' },
          { label: t('clock.state'), value: t(clock.isSet ? 'clock.stands' : 'clock.runs') },
        ]}
      />
      <ClockSlider day={isDate(day) ? day : today} today={today} onChange={type} />
      <form
        className="row developers-clock"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (wrong === undefined) void set(day)
        }}
      >
        <DateField label={t('clock.clock')} name="/now" value={day} onChange={type} isRequired />
        <Button kind="main" type="submit" isBusy={isRunning} disabledReason={wrong}>
          {t('clock.set')}
        </Button>
      </form>
      <div className="row">
        <Button onClick={() => void set(addDays(today, 1))}>{t('clock.day')}</Button>
        <Button onClick={() => void set(addMonth(today))}>{t('clock.month')}</Button>
        <Button onClick={() => void set(monthEnd(today))}>{t('clock.monthEnd')}</Button>
        <Button
          disabledReason={clock.isSet ? undefined : t('clock.runsAlready')}
          onClick={() => void set(null)}
        >
          {t('clock.real')}
        </Button>
      </div>
    </div>
  )
}
