// A receiver of webhooks that only counts: GET /count answers how many requests it got, and when the last one came.
import { createServer } from 'node:http'

let count = 0
let lastAt = 0

createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, lastAt }))
    return
  }
  request.resume()
  request.on('end', () => {
    count += 1
    lastAt = Date.now()
    response.statusCode = 204
    response.end()
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
