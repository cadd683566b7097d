import type { CalendarDate } from '../../domain/dates.ts'
import { faultsOf, isDate } from '../../domain/processes/run-parameters.ts'
import type { Process, RunParameters } from '../process.ts'

/** The only parameter of most processes: the date as of which a candidate qualifies. Without it, today. */
export const asOfParameter = {
  parameterFaults: (parameters) => faultsOf(parameters, { asOfDate: isDate }),
  defaults: ({ today }) => ({ asOfDate: today }),
} satisfies Pick<Process, 'parameterFaults' | 'defaults'>

/** The date of a run. It was checked, or filled in, when the run was opened. */
export const asOfDate = ({ asOfDate: date }: RunParameters): CalendarDate => {
  if (typeof date !== 'string') throw new Error('The run has no asOfDate.')
  return date
}
