/** One event of a stream of server-sent events. */
export interface StreamEvent {
  /** Its type; `message` if the stream names none. */
  event: string;
  data: string;
}

/**
 * Reads server-sent events from the pieces of text in which they arrive. Comments, such as heartbeats, and fields other
 * than the type and the data cause nothing.
 * @returns a function that gets the next piece
 */
export function readEvents(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  let event = '';
  let data: string[] = [];

  const readLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const [name] = line.split(':', 1);
    const value = line.slice((name ?? '').length + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  };
  return (text) => {
    const whole = rest + text;
    // What follows a carriage return at the end may belong to it.
    const isHalf = whole.endsWith('\r');
    const lines = (isHalf ? whole.slice(0, -1) : whole).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + (isHalf ? '\r' : '');
    for (const line of lines) readLine(line);
  };
}
