import { useEffect, useState } from 'react'
import type { CancelRuleFile } from '../../../sdk/src/types.gen.ts'
import { useGo, useGuard } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, ErrorPanel, Forbidden, Loading, Notice } from '../../ui/states.tsx'
import { FaultsTable } from '../books/faults-table.tsx'
import { useSent } from '../books/use-sent.ts'
import { useText } from '../setup-text.ts'
import { OwnRulesApply } from './own-rules-apply.tsx'
import { RuleChanges } from './rule-changes.tsx'

/** The administrator's own rules as a file: change it, see its faults, see what changes, apply it. */
export function OwnRulesScreen() {
  const can = useCan()
  const isPartner = useIsPartner()
  const isOpen = can('POST /cancelrules') && !isPartner
  const query = useAnswer('GET /cancelrules/file', {}, { enabled: isOpen })
  if (!isOpen) return <Forbidden permission="settings:write" />
  return (
    <div className="page">
      <Await query={query} rows={12}>
        {(file) => <Editor key={file.basis} file={file} />}
      </Await>
    </div>
  )
}

function Editor({ file }: { readonly file: CancelRuleFile }) {
  const t = useText()
  const go = useGo()
  const [content, setContent] = useState(file.content)
  const comparison = useSent('POST /cancelrules/comparisons')
  const [isApplied, setApplied] = useState(false)
  const isChanged = content !== file.content
  useGuard(isChanged && !isApplied)
  // Once it is applied nothing is lost, so the page may be left.
  useEffect(() => {
    if (isApplied) go('/rates/state-rules')
  }, [isApplied, go])
  const { data, error, isRunning } = comparison
  const compare = () => void comparison.run({ body: { name: file.name, content } })
  const type = (next: string) => {
    setContent(next)
    // What was compared is no longer what stands there.
    comparison.clear()
  }
  const take = async (list: FileList | null) => {
    const [chosen] = list ?? []
    if (chosen) type(await chosen.text())
  }
  return (
    <>
      <h1>{t('own.title')}</h1>
      <Panel title={file.name} id="file" description={t('own.why')}>
        <div className="stack">
          <TextAreaField
            label={t('own.content')}
            name="/content"
            rows={22}
            className="rates-yaml"
            value={content}
            onChange={type}
          />
          <div className="row">
            <label className="button">
              {t('own.choose')}
              <input
                type="file"
                accept=".yaml,.yml"
                className="visually-hidden"
                onChange={({ target }) => void take(target.files)}
              />
            </label>
            <Button
              kind="main"
              isBusy={isRunning}
              disabledReason={isChanged ? undefined : t('own.unchanged')}
              onClick={compare}
            >
              {t('own.compare')}
            </Button>
            {isChanged ? (
              <Button kind="quiet" onClick={() => type(file.content)}>
                {t('own.undo')}
              </Button>
            ) : null}
          </div>
        </div>
      </Panel>
      {isRunning ? <Loading rows={4} /> : null}
      {error ? <ErrorPanel error={error} onRetry={compare} /> : null}
      {data ? (
        <Panel title={t('compare.title')} id="compare">
          <div className="stack">
            {data.isValid ? null : <FaultsTable faults={data.faults} />}
            {data.isValid && data.isSame ? <Notice title={t('own.same')} /> : null}
            {data.affected.length > 0 ? (
              <Notice tone="wait" title={t('own.affected')}>
                {data.affected.join(', ')}
              </Notice>
            ) : null}
            {data.isValid && !data.isSame ? (
              <>
                <RuleChanges changes={data.changes} />
                <OwnRulesApply
                  name={file.name}
                  content={content}
                  basis={data.basis}
                  count={data.changes.length}
                  onApplied={() => setApplied(true)}
                />
              </>
            ) : null}
          </div>
        </Panel>
      ) : null}
    </>
  )
}
