import { useState } from 'react'
import { useExecute } from '../actions/execute.ts'
import { Button } from '../ui/button.tsx'
import { FaultSummary, Faults } from '../ui/fields/faults.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { useDone } from './done.ts'
import { useText } from './text.ts'

const nothing = { current: '', fresh: '', again: '' }

/** A new password. Whether it is strong enough, the service says. */
export function PasswordPanel() {
  const t = useText()
  const [typed, setTyped] = useState(nothing)
  const [isTried, setTried] = useState(false)
  const done = useDone()
  const { run, error, isRunning } = useExecute('PUT /me/password')
  const set = (changes: Partial<typeof nothing>) => setTyped({ ...typed, ...changes })
  const isMissing = !typed.current || !typed.fresh
  const differs = typed.fresh !== typed.again
  const change = async () => {
    setTried(true)
    if (isMissing || differs) return
    const answer = await run({ body: { current: typed.current, new: typed.fresh } })
    if (!answer) return
    setTyped(nothing)
    setTried(false)
    done(t('password.done'))
  }
  return (
    <Panel title={t('password.title')} id="password" description={t('password.why')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void change()
        }}
      >
        <FaultSummary error={error} />
        <Faults error={error}>
          <div className="me-fields">
            <TextField
              label={t('password.current')}
              name="/current"
              type="password"
              autoComplete="current-password"
              isRequired
              value={typed.current}
              fault={isTried && isMissing ? t('password.missing') : undefined}
              onChange={(current) => set({ current })}
            />
            <TextField
              label={t('password.new')}
              name="/new"
              type="password"
              autoComplete="new-password"
              isRequired
              value={typed.fresh}
              onChange={(fresh) => set({ fresh })}
            />
            <TextField
              label={t('password.again')}
              type="password"
              autoComplete="new-password"
              isRequired
              value={typed.again}
              fault={isTried && differs ? t('password.differ') : undefined}
              onChange={(again) => set({ again })}
            />
          </div>
        </Faults>
        <div className="me-buttons">
          <Button kind="main" type="submit" isBusy={isRunning}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
