import type { Screen } from '../ui/screen.ts'
import './reports.css'
import { CancelsScreen } from './screen/cancels-screen.tsx'
import { ReportScreen } from './screen/report-screen.tsx'

export const screens: readonly Screen[] = [
  { path: '/reports/cancels/rows', needs: 'GET /cancels', component: CancelsScreen },
  { path: '/reports/$name', needs: 'GET /reports', component: ReportScreen },
]
