import { Button } from '../ui/button.tsx'
import { useText } from './text.ts'

/** Prints the page as a register: without its controls. */
export function PrintButton() {
  const t = useText()
  return (
    <Button icon="print" onClick={() => window.print()}>
      {t('print')}
    </Button>
  )
}
