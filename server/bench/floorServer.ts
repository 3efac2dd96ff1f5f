import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/*
 * The floor: node:http alone, answering with the same bytes and no other work. systems.ts starts it with the file that
 * holds the answer, and its status; it prints its port.
 */
const [file = '', status = '200'] = process.argv.slice(2);
const body = readFileSync(file);

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(Number(status), {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(address.port);
});
