"use strict";

// What a cell shows, by its glyph; a snake's glyphs are one's own or another's.
const classes = new Map([
  ["☼", "wall"], ["#", "start"], ["○", "apple"], ["●", "stone"], ["®", "fury"], ["$", "gold"], [" ", ""],
  ["☻", "dead"], ["☺", "dead"],
]);
for (const glyph of "▼◄►▲♥&╙╘╓╕~═║╗╝╔╚") classes.set(glyph, "own");

const byId = (id) => document.getElementById(id);
let cells = [];

// draw writes only what has changed.
function draw(board) {
  const glyphs = Array.from(board);
  if (glyphs.length !== cells.length) {
    const size = Math.round(Math.sqrt(glyphs.length));
    byId("board").style.setProperty("--size", size);
    byId("board").style.gridTemplateColumns = `repeat(${size}, auto)`;
    cells = glyphs.map(() => document.createElement("i"));
    byId("board").replaceChildren(...cells);
  }
  glyphs.forEach((glyph, i) => {
    if (cells[i].textContent !== glyph) {
      cells[i].textContent = glyph;
      cells[i].className = classes.get(glyph) ?? "other";
    }
  });
}

function row(name, points, mine) {
  const tr = document.createElement("tr");
  tr.className = mine ? "mine" : "";
  for (const text of [name, points]) {
    const td = document.createElement("td");
    td.textContent = text;
    tr.append(td);
  }
  return tr;
}

function show(scene) {
  draw(scene.board);
  byId("heading").textContent = scene.heading.replace(/^after /, "");
  document.title = `${scene.players[scene.seat]}: ${scene.points[scene.seat]}`;
  const order = scene.players.map((_, seat) => seat).sort((a, b) => scene.points[b] - scene.points[a] || a - b);
  byId("points").replaceChildren(...order.map((seat) => row(scene.players[seat], scene.points[seat], seat === scene.seat)));
  byId("end").textContent = (scene.end ?? []).join("\n");
}

const scenes = new EventSource(location.pathname + "/scenes" + location.search);
const state = (text) => { byId("state").textContent = text; };
scenes.onopen = () => state("live");
scenes.onerror = () => state(scenes.readyState === EventSource.CLOSED ? "This address leads nowhere any more." : "connecting again");
scenes.onmessage = (event) => show(JSON.parse(event.data));
scenes.addEventListener("closed", () => {
  scenes.close();
  state("over");
});
