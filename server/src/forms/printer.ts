import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../db/project-root.ts'
import type { Check } from '../domain/cash/check.ts'
import type { ContractForm } from '../domain/contract-form/form.ts'
import type { Letter } from '../domain/letter.ts'
import { Problem } from '../http/problems.ts'
import type { FilledForm, FormFault } from './fill.ts'
import {
  type FormAnswer,
  FormFailed,
  type FormTask,
  type FormThreads,
  openFormThreads,
  type ThreadSettings,
} from './threads.ts'

/** A filled-in form (`fill.ts`) with its bytes as a buffer. */
interface PrintedForm extends Omit<FilledForm, 'pdf'> {
  readonly pdf: Buffer
}

/** Makes PDF files in worker threads, so that requests are not held up. */
export interface FormPrinter {
  /** Draws our own form. */
  drawForm(form: ContractForm): Promise<Buffer>
  /** Draws a letter with the administrator's letterhead. */
  drawLetter(letter: Letter): Promise<Buffer>
  /** Draws a check with its stub. */
  drawCheck(check: Check): Promise<Buffer>
  /** Fills in an administrator's own PDF form. Throws `FormUnusable` when the file cannot be used. */
  fillForm(pdf: Uint8Array, form: ContractForm): Promise<PrintedForm>
  /** Stops the threads. Forms in progress are refused. */
  close(): Promise<void>
}

/** A PDF that cannot be filled in. */
export class FormUnusable extends Error {
  readonly reason: FormFault
  constructor(reason: FormFault) {
    super(formFaultMessages[reason])
    this.reason = reason
  }
}

export const formFaultMessages: Readonly<Record<FormFault, string>> = {
  NotPdf: 'The file is not a PDF, or it is damaged.',
  Encrypted: 'The PDF is encrypted. Save it without a password.',
  NoForm: 'The PDF has no form fields.',
}

// Threads run JavaScript: the bundled file, wherever this file runs.
const script = pathToFileURL(join(projectRoot, 'dist', 'bundle', 'worker.js'))

const usual: ThreadSettings = { threads: 2, waitingAtMost: 200, millisecondsAtMost: 30_000, script }

/** Threads start when there is something to print. Answers 503 when too many forms are waiting. */
export function openFormPrinter(settings: Partial<ThreadSettings> = {}): FormPrinter {
  const threads = openFormThreads({ ...usual, ...settings })
  return {
    drawForm: async (form) => made(await run(threads, { kind: 'draw', form })).pdf,
    drawLetter: async (letter) => made(await run(threads, { kind: 'letter', letter })).pdf,
    drawCheck: async (check) => made(await run(threads, { kind: 'check', check })).pdf,
    fillForm: async (pdf, form) => made(await run(threads, { kind: 'fill', pdf, form })),
    close: () => threads.close(),
  }
}

/** Callers may try again when the printer was busy or the service was stopping. */
async function run(threads: FormThreads, task: FormTask): Promise<FormAnswer> {
  try {
    return await threads.run(task)
  } catch (error) {
    if (!(error instanceof FormFailed) || (error.trouble !== 'Busy' && error.trouble !== 'Closed'))
      throw error
    throw new Problem('NotReady', error.message, { headers: { 'Retry-After': '5' } })
  }
}

function made(answer: FormAnswer): PrintedForm {
  if ('failed' in answer) throw new Error(`The form could not be made: ${answer.failed}`)
  if ('refused' in answer) throw new FormUnusable(answer.refused)
  const { pdf, ...rest } = answer
  return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), ...rest }
}
