import type { FormServices } from '../../contracts/form/write-form.ts'

/** What cancellations are decided, carried out and written letters of with. */
export type CancelServices = FormServices
