import type { ContractForm } from '../domain/contract-form/form.ts'
import type { Letter } from '../domain/letter.ts'
import { Problem } from '../http/problems.ts'
import type { FilledForm as Filled, Unusable } from './fill.ts'
import {
  type FormAnswer,
  FormFailed,
  type FormTask,
  type FormThreads,
  openFormThreads,
  type ThreadSettings,
} from './threads.ts'

/** A form filled in, and what could not be said in it whole (`fill.ts`). */
export interface FilledForm extends Omit<Filled, 'pdf'> {
  readonly pdf: Buffer
}

/** Makes PDF files in threads of their own, so that requests go on meanwhile. */
export interface FormPrinter {
  /** The form as this service draws it. */
  drawForm(form: ContractForm): Promise<Buffer>
  /** A letter, on the administrator's paper. */
  drawLetter(letter: Letter): Promise<Buffer>
  /** An administrator's own PDF form with its fields filled in. `FormUnusable` when it is none. */
  fillForm(pdf: Uint8Array, form: ContractForm): Promise<FilledForm>
  /** Ends the threads; what is being made is refused. */
  close(): Promise<void>
}

/** A PDF that cannot be filled in. */
export class FormUnusable extends Error {
  readonly reason: Unusable
  constructor(reason: Unusable) {
    super(unusable[reason])
    this.reason = reason
  }
}

export const unusable: Readonly<Record<Unusable, string>> = {
  NotPdf: 'The file is no PDF, or is damaged.',
  Encrypted: 'The PDF is encrypted. Save it without a password.',
  NoForm: 'The PDF has no form fields.',
}

// Threads run JavaScript: from the sources, the one that is built from them.
const script = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/forms/worker.js', import.meta.url)
  : new URL('./worker.js', import.meta.url)

const usual: ThreadSettings = { threads: 2, waitingAtMost: 200, millisecondsAtMost: 30_000, script }

/** No thread is started before there is something to print. 503 when there is too much to print. */
export function openFormPrinter(settings: Partial<ThreadSettings> = {}): FormPrinter {
  const threads = openFormThreads({ ...usual, ...settings })
  return {
    drawForm: async (form) => made(await run(threads, { kind: 'draw', form })).pdf,
    drawLetter: async (letter) => made(await run(threads, { kind: 'letter', letter })).pdf,
    fillForm: async (pdf, form) => made(await run(threads, { kind: 'fill', pdf, form })),
    close: () => threads.close(),
  }
}

/** Those that come while too much waits, or while the service stops, may come again. */
async function run(threads: FormThreads, task: FormTask): Promise<FormAnswer> {
  try {
    return await threads.run(task)
  } catch (error) {
    if (!(error instanceof FormFailed) || (error.trouble !== 'Busy' && error.trouble !== 'Closed'))
      throw error
    throw new Problem('NotReady', error.message, { headers: { 'Retry-After': '5' } })
  }
}

function made(answer: FormAnswer): FilledForm {
  if ('failed' in answer) throw new Error(`A form could not be made: ${answer.failed}`)
  if ('refused' in answer) throw new FormUnusable(answer.refused)
  const { pdf, ...rest } = answer
  return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), ...rest }
}
