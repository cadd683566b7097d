// The peers of the quote bench: bare Fastify routes that send an answer that is already there, as an object or as bytes.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { serve } from '../peer-parts.mjs'

const bytes = readFileSync(process.env.PEER_ANSWER)
const object = JSON.parse(bytes.toString('utf8'))

const app = Fastify()
app.get('/object', async () => object)
app.get('/buffer', async (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
await serve(app)
