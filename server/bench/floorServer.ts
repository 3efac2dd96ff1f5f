import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/*
 * The floor: what node:http alone reaches with the same bytes, doing nothing for them. Started by systems.ts with the
 * file that holds the answer, its status and type; it prints its port.
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
