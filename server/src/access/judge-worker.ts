import { parentPort } from 'node:worker_threads'
import { makeJudge } from './judge.ts'
import type { JudgeAnswer, JudgeTask } from './judge-thread.ts'

// The thread that judges passwords, one after the other.

const judge = makeJudge()

parentPort?.on('message', ({ id, password, words }: JudgeTask) => {
  const answer: JudgeAnswer = { id, weakness: judge(password, words) }
  parentPort?.postMessage(answer)
})
