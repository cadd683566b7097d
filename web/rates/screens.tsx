import type { Screen } from '../ui/screen.ts'
import './rates.css'
import './offers.css'
import './sale.css'
import { QuoteScreen } from './quote-screen.tsx'

export const screens: readonly Screen[] = [
  { path: '/quote', needs: 'GET /Rates/rateQuote/{dealerNumber}', component: QuoteScreen },
]
