import { PDFDocument } from 'pdf-lib'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { drawContractForm } from '../../src/forms/draw.ts'
import { type FormPrinter, FormUnusable, openFormPrinter } from '../../src/forms/printer.ts'
import type { ThreadSettings } from '../../src/forms/threads.ts'
import { draftQuote, serviceContract } from '../support/builders/contract-forms.ts'
import { readPdf } from '../support/builders/pdf-reading.ts'

const open: FormPrinter[] = []
function printer(settings: Partial<ThreadSettings> = {}): FormPrinter {
  const made = openFormPrinter(settings)
  open.push(made)
  return made
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

/** A thread that does what a line of code says to each task. */
const thread = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads'
       parentPort.on('message', (task) => { ${code} })`,
    )}`,
  )
const answering = `parentPort.postMessage({ pdf: new TextEncoder().encode(task.form.status), cut: [], unmatched: [] })`
const form = (status: string) => ({ ...serviceContract, status })

// The thread is the built one: it runs JavaScript. It takes a second to start, so the tests share it.
describe('the printer', () => {
  const { drawForm, fillForm, close } = openFormPrinter({ threads: 1 })
  afterAll(close)

  test('draws the same bytes in a thread', async () => {
    const pdf = await drawForm(serviceContract)
    expect(pdf.equals(drawContractForm(serviceContract))).toBe(true)
  })

  test('fills in a form', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    document
      .getForm()
      .createTextField('price.retail')
      .addToPage(page, { x: 50, y: 500, width: 200, height: 20 })
    const { pdf, cut, unmatched } = await fillForm(await document.save(), draftQuote)
    expect((await readPdf(pdf)).text).toContain('$2,995.00')
    expect({ cut, unmatched }).toEqual({ cut: [], unmatched: [] })
  })

  test('explains why a form cannot be filled in', async () => {
    const refused = fillForm(Buffer.from('no form'), serviceContract)
    await expect(refused).rejects.toThrow(FormUnusable)
    await expect(refused).rejects.toMatchObject({
      reason: 'NotPdf',
      message: 'The file is not a PDF, or it is damaged.',
    })
  })
})

describe('the threads', () => {
  test('answer each caller with its own form', async () => {
    const { drawForm } = printer({ script: thread(answering) })
    const statuses = Array.from({ length: 20 }, (_, at) => `status ${at}`)
    const drawn = await Promise.all(statuses.map((status) => drawForm(form(status))))
    expect(drawn.map(String)).toEqual(statuses)
  })

  test('keep working after a crash', async () => {
    const script = thread(`if (task.form.status === 'crash') process.exit(1); ${answering}`)
    const { drawForm } = printer({ script, threads: 1 })
    const answers = await Promise.allSettled(['one', 'crash', 'two'].map((status) => drawForm(form(status))))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: { trouble: 'Crashed' } })
  })

  test('keep working after an error', async () => {
    const script = thread(`if (task.form.status === 'throw') throw new Error('broken'); ${answering}`)
    const { drawForm } = printer({ script, threads: 1 })
    const answers = await Promise.allSettled(['throw', 'two'].map((status) => drawForm(form(status))))
    expect(answers[0]).toMatchObject({ reason: { trouble: 'Crashed', message: 'broken' } })
    expect(answers[1]).toMatchObject({ status: 'fulfilled' })
  })

  test('give up on a form that does not finish', async () => {
    const script = thread(`if (task.form.status === 'endless') for (;;); ${answering}`)
    const { drawForm } = printer({ script, threads: 1, millisecondsAtMost: 1_500 })
    const answers = await Promise.allSettled(['endless', 'two'].map((status) => drawForm(form(status))))
    expect(answers[0]).toMatchObject({ reason: { trouble: 'TooSlow' } })
    expect(answers[1]).toMatchObject({ status: 'fulfilled' })
  })

  test('report what went wrong', async () => {
    const script = thread(`parentPort.postMessage({ failed: 'no ink' })`)
    await expect(printer({ script }).drawForm(form('x'))).rejects.toThrow('no ink')
  })

  test('answer 503 when too many forms are waiting', async () => {
    const { drawForm } = printer({ script: thread(''), threads: 1, waitingAtMost: 1 })
    const waiting = Promise.allSettled([drawForm(form('drawn')), drawForm(form('waits'))])
    await expect(drawForm(form('too many'))).rejects.toMatchObject({
      code: 'NotReady',
      headers: { 'Retry-After': '5' },
    })
    await Promise.all(open.map((one) => one.close()))
    for (const answer of await waiting) expect(answer).toMatchObject({ reason: { code: 'NotReady' } })
  })

  test('refuse work after they are closed', async () => {
    const { drawForm, close } = printer()
    await close()
    await expect(drawForm(serviceContract)).rejects.toMatchObject({ code: 'NotReady' })
  })

  test('do not see our environment variables', async () => {
    const script = thread(
      `parentPort.postMessage({ pdf: new TextEncoder().encode(Object.keys(process.env).join()), cut: [], unmatched: [] })`,
    )
    expect(String(await printer({ script }).drawForm(form('x')))).toBe('')
  })
})
