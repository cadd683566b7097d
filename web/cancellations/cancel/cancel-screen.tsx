import { useState } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Await } from '../../ui/states.tsx'
import { LetterPanel } from '../letters/letter.tsx'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import { Worksheet } from '../worksheet/worksheet.tsx'
import { CancelFacts } from './cancel-panel.tsx'

/** A cancel by its id. Contracts that were cancelled in one step have no request to look at. */
export function CancelScreen({ cancelId }: { readonly cancelId: number }) {
  const t = useText()
  const rights = useRights()
  const [isLetter, setLetter] = useState(false)
  const query = useAnswer('GET /cancels/{cancelId}', { path: { cancelId } })
  return (
    <Await query={query}>
      {(cancel) => (
        <div className="cancellations-page">
          <header className="cancellations-header">
            <div>
              <h1>{cancel.number}</h1>
              <p className="cancellations-summary">
                <Link to={`/contracts/${cancel.contractNumber ?? cancel.contractId}`}>
                  {cancel.contractNumber ?? t('contract.noNumber')}
                </Link>
              </p>
            </div>
            {rights.request && (
              <Button icon="print" onClick={() => setLetter(!isLetter)}>
                {t('letter.button')}
              </Button>
            )}
          </header>
          {isLetter && (
            <LetterPanel
              of={{ cancel: cancel.id }}
              version={cancel.rowVersion}
              onClose={() => setLetter(false)}
            />
          )}
          <CancelFacts cancel={cancel} />
          <Worksheet calculation={cancel.calculation} byRule={cancel.override?.computed} />
        </div>
      )}
    </Await>
  )
}
