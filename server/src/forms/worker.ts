import { parentPort } from 'node:worker_threads'
import { drawContractForm } from './draw.ts'
import { drawCheck } from './draw-check.ts'
import { drawLetter } from './draw-letter.ts'
import type { FormAnswer, FormTask } from './threads.ts'

// The thread that draws. It knows only the task it is sent, and does one task at a time.

async function answerTo(task: FormTask): Promise<FormAnswer> {
  try {
    if (task.kind === 'draw')
      return { pdf: new Uint8Array(drawContractForm(task.form)), cut: [], unmatched: [] }
    if (task.kind === 'letter')
      return { pdf: new Uint8Array(drawLetter(task.letter)), cut: [], unmatched: [] }
    if (task.kind === 'check') return { pdf: new Uint8Array(drawCheck(task.check)), cut: [], unmatched: [] }
    // Loaded only when an administrator has their own forms.
    const { fillContractForm } = await import('./fill.ts')
    return await fillContractForm(task.pdf, task.form)
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (task: FormTask) => {
  const answer = await answerTo(task)
  const transferred = 'pdf' in answer && answer.pdf.buffer instanceof ArrayBuffer ? [answer.pdf.buffer] : []
  parentPort?.postMessage(answer, transferred)
})
