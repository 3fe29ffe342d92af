"""Reports of an evaluation: console tables, files of numbers, an HTML page.

``console``   The tables that an evaluation prints, with warnings about forfeited games.
``contents``  Everything that tables and report show, computed once from a plan and its
              rows.
``course``    Course of games: their progress by turn, of games that are played again from
              their rows.
``figures``   Figures of the report, drawn by Matplotlib and returned as SVG data URIs.
``files``     The files of an evaluation: results.csv, report.html, and replays.
``page``      The report page: one HTML file that needs no other file.
``proximities`` Results of a benchmark with strangers: tables, files, and a picture of all scores.
``standings`` Standings of the agents of a competitive game: returns, ranks, first places,
              and pairs.
``tables``    Tables as text: built once, shown in the report and in part on the console.
``verdict``   The verdict of an evaluation: who is best and by how much, in a sentence or two.
"""
